/** Resolves once it is written, so that no more is produced than a slow reader takes. */
export const write = (text: string): Promise<void> =>
  new Promise((written, failed) => process.stdout.write(text, (error) => (error ? failed(error) : written())));

/** `| head` stops reading early. */
export const isClosedPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';
