import { describe, expect, it } from 'vitest';
import { bind, filledWith, fillHoles } from './template.ts';

describe('a template', () => {
  it.each([
    ['type {Name}Handler struct {}', 'type Xhole0xHandler struct {}'],
    ['def task_{name}(ctx):', 'def task_xhole0x(ctx):'],
    ['class <Name>Repo extends Repo<T> {}', 'class Xhole0xRepo extends Repo<T> {}'],
    ['class {{Name}}Api { make{Name}() {} }', 'class Xhole0xApi { makeXhole0x() {} }'],
    ['const { id } = row; return f"/{id}";', 'const { id } = row; return f"/{id}";'],
  ])('may have a hole anywhere in a name: %s', (template, text) => {
    expect(fillHoles(template).text).toBe(text);
  });

  it("is bound by the component's name, which also fills the holes in other names", () => {
    const binding = bind('Xhole0xHandler', 'OrderHandler');
    expect(binding && filledWith('newXhole0xStore', binding)).toBe('newOrderStore');
    expect(bind('Xhole0xHandler', 'OrderEndpoint')).toBeNull();
    expect(bind('useXhole0x', 'user')).toBeNull();
  });
});
