// Damages a store's file, like a failing disk or a careless tool.
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';

const PAGE = 4096;

/** Overwrites pages with junk, counted from 0. */
export function scramble(file: string, first: number, last: number): void {
  const opened = openSync(file, 'r+');
  const pages = Math.floor(fstatSync(opened).size / PAGE);
  for (let page = first; page <= Math.min(last, pages - 1); page++) {
    writeSync(opened, Buffer.alloc(PAGE, 0xab), 0, PAGE, page * PAGE);
  }
  closeSync(opened);
}

/** Overwrites the header, so that SQLite does not recognise the file. */
export function behead(file: string): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(40, 0xab), 0, 40, 0);
  closeSync(opened);
}

/** Replaces each occurrence with another text of the same length; returns the count. */
export function falsify(file: string, text: string, other: string): number {
  const bytes = readFileSync(file);
  const opened = openSync(file, 'r+');
  let found = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    writeSync(opened, other, at);
    found++;
  }
  closeSync(opened);
  return found;
}
