/** Cycles in a graph of imports, each as the path from a file back to itself; none is reported twice. */
export function circles(imports: readonly { readonly from: string; readonly to: string }[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    way.push(file);
    for (const target of targets.get(file) ?? []) visit(target);
    way.pop();
    done.add(file);
  };
  for (const file of targets.keys()) visit(file);
  return found;
}
