import { once } from 'node:events';
import { Transform, type TransformCallback, type Writable } from 'node:stream';
import { log } from '../log.ts';
import { MAX_MESSAGE_BYTES, type RpcError, receive, tooLong } from './json-rpc.ts';

const NEWLINE = 0x0a;

/** Passes on the lines that hold a well-formed message, one chunk each, and answers the others itself. */
export class MessageLines extends Transform {
  readonly #answers: Writable;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(answers: Writable) {
    super();
    this.#answers = answers;
  }

  override async _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): Promise<void> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      await this.#add(chunk.subarray(start, end));
      await this.#endLine();
      start = end + 1;
    }
    await this.#add(chunk.subarray(start));
    done();
  }

  async #add(part: Buffer): Promise<void> {
    const was = this.#bytes;
    this.#bytes += part.length;
    if (this.#bytes <= MAX_MESSAGE_BYTES) {
      this.#parts.push(part);
      return;
    }
    // Discard the rest of the line as it arrives.
    this.#parts = [];
    if (was <= MAX_MESSAGE_BYTES) await this.#answer(tooLong());
  }

  async #endLine(): Promise<void> {
    const line = Buffer.concat(this.#parts);
    const isWhole = this.#bytes === line.length;
    this.#parts = [];
    this.#bytes = 0;
    if (!isWhole || isBlank(line)) return;
    const received = receive(line, { batches: false });
    if ('refused' in received) await this.#answer(received.refused);
    else this.push(`${JSON.stringify(received.message)}\n`);
  }

  /** Makes a client wait that sends malformed lines faster than it reads the answers. */
  async #answer(refused: RpcError): Promise<void> {
    log.warn('protocol error', { error: refused.error.message });
    const isTaken = this.#answers.write(`${JSON.stringify(refused)}\n`);
    // The server itself notices when nobody reads any more.
    if (!isTaken) await once(this.#answers, 'drain').catch(() => {});
  }
}

/** Only spaces, tabs or the CR of a client that ends lines with CRLF. */
const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
