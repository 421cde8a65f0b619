// A progress line on stderr that redraws itself; silent if stderr is not a terminal.

const WIDTH = 24;
const EVERY_MS = 100;

export function progressBar(): { show(stage: string, done: number, total: number): void; end(): void } {
  const visible = process.stderr.isTTY;
  let drawn = 0;
  return {
    show(stage, done, total) {
      const now = Date.now();
      if (!visible || (now - drawn < EVERY_MS && done < total)) return;
      drawn = now;
      const filled = Math.round((WIDTH * done) / Math.max(1, total));
      process.stderr.write(`\r\x1b[K${stage} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}`);
    },
    end() {
      if (visible) process.stderr.write('\r\x1b[K');
    },
  };
}
