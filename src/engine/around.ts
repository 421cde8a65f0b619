/**
 * The same object, but its marked methods are wrapped when they are called from outside; among themselves they call each
 * other as they are. A proxy, since a class with private fields lets nothing else stand in for it.
 */
export function around<T extends object, M>(
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
