;; Adds a row of numbers, times a weight, to a sum of as many numbers: rows of 8 bits, eight at a time, and of floats,
;; four at a time.
(module
  (memory (export "memory") 0)
  (func (export "addCodes") (param $sum i32) (param $row i32) (param $count i32) (param $weight f32)
    (local $end i32) (local $half v128)
    (local.set $end (i32.add (local.get $row) (local.get $count)))
    (loop $codes
      (local.set $half (v128.load8x8_s (local.get $row)))
      (v128.store (local.get $sum) (f32x4.add (v128.load (local.get $sum)) (f32x4.mul
        (f32x4.splat (local.get $weight))
        (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
      (v128.store offset=16 (local.get $sum) (f32x4.add (v128.load offset=16 (local.get $sum)) (f32x4.mul
        (f32x4.splat (local.get $weight))
        (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 32)))
      (local.set $row (i32.add (local.get $row) (i32.const 8)))
      (br_if $codes (i32.lt_u (local.get $row) (local.get $end)))))
  (func (export "addFloats") (param $sum i32) (param $row i32) (param $count i32) (param $weight f32)
    (local $end i32)
    (local.set $end (i32.add (local.get $row) (i32.shl (local.get $count) (i32.const 2))))
    (loop $floats
      (v128.store (local.get $sum) (f32x4.add (v128.load (local.get $sum)) (f32x4.mul
        (f32x4.splat (local.get $weight))
        (v128.load (local.get $row)))))
      (local.set $sum (i32.add (local.get $sum) (i32.const 16)))
      (local.set $row (i32.add (local.get $row) (i32.const 16)))
      (br_if $floats (i32.lt_u (local.get $row) (local.get $end))))))
