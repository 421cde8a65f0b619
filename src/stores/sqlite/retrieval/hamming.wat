;; The number of bits in which each of some codes differs from a query. Codes lie one after the other from address 0, each
;; of $blocks blocks of 128 bits. A byte counts up to 8 bits of each block, so there are at most 31.
(module
  (memory (export "memory") 19)
  (func (export "distances") (param $count i32) (param $blocks i32) (param $query i32) (param $out i32)
    (local $code i32) (local $block i32) (local $bits v128)
    (loop $codes
      (if (i32.eqz (local.get $count)) (then (return)))
      (local.set $bits (v128.const i32x4 0 0 0 0))
      (local.set $block (i32.const 0))
      (loop $of_code
        (local.set $bits (i8x16.add (local.get $bits) (i8x16.popcnt (v128.xor
          (v128.load (local.get $code))
          (v128.load (i32.add (local.get $query) (i32.shl (local.get $block) (i32.const 4))))))))
        (local.set $code (i32.add (local.get $code) (i32.const 16)))
        (local.set $block (i32.add (local.get $block) (i32.const 1)))
        (br_if $of_code (i32.lt_u (local.get $block) (local.get $blocks))))
      (local.set $bits (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $bits))))
      (i32.store16 (local.get $out) (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $bits)) (i32x4.extract_lane 1 (local.get $bits)))
        (i32.add (i32x4.extract_lane 2 (local.get $bits)) (i32x4.extract_lane 3 (local.get $bits)))))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $codes))))
