// A TCP proxy between a server and its database that can cut connections or silently stop forwarding.
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Way {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isSwallowing = false;
  #isClosed = false;

  private constructor(host: string, port: number) {
    this.#server = createServer((near) => this.#join(near, connect(port, host)));
  }

  static async before(address: string): Promise<Way> {
    const { hostname, port } = new URL(address);
    const way = new Way(hostname, Number(port));
    await new Promise<void>((resolve) => way.#server.listen(0, '127.0.0.1', resolve));
    return way;
  }

  /** The address of the same database through this proxy. */
  leadingTo(address: string): string {
    const url = new URL(address);
    const own = this.#server.address();
    if (own === null || typeof own === 'string') throw new Error('nobody listens here');
    url.host = `127.0.0.1:${own.port}`;
    return url.href;
  }

  #join(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    const end = () => {
      for (const socket of pair) socket.destroy();
      this.#pairs.delete(pair);
    };
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => to.write(bytes));
      // Data sent before the end still arrives.
      from.on('end', () => to.end());
      from.on('error', end);
      from.on('close', end);
      if (this.#isSwallowing) from.pause();
    }
    if (this.#isClosed) end();
  }

  /** Breaks every connection; new ones work. */
  cut(): void {
    for (const socket of [...this.#pairs].flat()) socket.destroy();
  }

  /** Stops forwarding on existing and new connections without closing them. */
  swallow(): void {
    this.#isSwallowing = true;
    for (const socket of [...this.#pairs].flat()) socket.pause();
  }

  /** Forwards again, including what was held back. */
  release(): void {
    this.#isSwallowing = false;
    for (const socket of [...this.#pairs].flat()) socket.resume();
  }

  close(): void {
    this.#isClosed = true;
    this.cut();
    this.#server.close();
  }
}
