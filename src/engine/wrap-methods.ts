/**
 * Wraps the marked methods for callers from outside; calls between the object's own methods stay unwrapped.
 * A proxy is needed because nothing else can stand in for a class with private fields.
 */
export function wrapMethods<T extends object, M>(
  target: T,
  marked: { readonly [name: string]: M | undefined },
  wrap: (mark: M, input: readonly unknown[], go: () => unknown) => unknown,
): T {
  const marks = new Map<PropertyKey, M | undefined>(Object.entries(marked));
  return new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== 'function') return value;
      const call = (...input: unknown[]): unknown => Reflect.apply(value, object, input);
      const mark = marks.get(name);
      return mark === undefined ? call : (...input: unknown[]) => wrap(mark, input, () => call(...input));
    },
  });
}
