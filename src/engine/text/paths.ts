/** A path as indexes spell it: with slashes, and without a leading `./` or `/`. */
export const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^\.?\//, '');

/** The same for what may be a folder: without slashes at the end. */
export const plainEntry = (path: string): string => plainPath(path).replace(/(?<!\/)\/+$/, '');
