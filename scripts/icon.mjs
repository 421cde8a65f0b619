// Draws plugin/.claude-plugin/icon.png: a field that fades around what stays.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SIZE = 512;
const GROUND = [24, 32, 52];
const LIGHT = [255, 214, 102];
const RINGS = [
  { radius: 44, width: 88, strength: 1 },
  { radius: 130, width: 22, strength: 0.75 },
  { radius: 178, width: 16, strength: 0.45 },
  { radius: 222, width: 10, strength: 0.2 },
];

/** How much of a pixel lies on a ring; its edges are a pixel soft. */
function light(x, y) {
  const distance = Math.hypot(x - SIZE / 2, y - SIZE / 2);
  const on = ({ radius, width, strength }) =>
    strength * Math.min(1, Math.max(0, width / 2 + 0.5 - Math.abs(distance - radius)));
  return Math.max(...RINGS.map(on));
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
// Eight bits each of red, green and blue.
header.set([8, 2], 8);
const rows = Array.from({ length: SIZE }, (_, y) => [
  0,
  ...Array.from({ length: SIZE }, (_, x) => {
    const share = light(x + 0.5, y + 0.5);
    return GROUND.map((ground, i) => Math.round(ground + (LIGHT[i] - ground) * share));
  }).flat(),
]);
const png = Buffer.concat([
  Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
  chunk('IHDR', header),
  chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
  chunk('IEND', Buffer.alloc(0)),
]);
writeFileSync(join(ROOT, 'plugin', '.claude-plugin', 'icon.png'), png);
