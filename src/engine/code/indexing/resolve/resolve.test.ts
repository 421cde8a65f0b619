import { describe, expect, it } from 'vitest';
import { edges } from './fixture-project.ts';

describe('Python references', () => {
  it('resolve through relative imports, packages and src folders', async () => {
    const found = await edges({
      'src/shop/__init__.py': 'from .basket import Basket\n',
      'src/shop/basket.py':
        'from . import prices\nclass Basket:\n    def total(self):\n        return prices.of(self.size())\n    def size(self): pass\n',
      'src/shop/prices.py': 'def of(n): pass\n',
      'tests/test_shop.py':
        'import shop\nfrom shop import Basket as B\ndef test():\n    B().total()\n    shop.Basket()\n',
    });
    expect(found).toEqual([
      'src/shop/__init__.py:1 Basket -> src/shop/basket.py:2 import',
      'src/shop/basket.py:1 prices -> src/shop/prices.py import',
      'src/shop/basket.py:4 of -> src/shop/prices.py:1 import',
      'src/shop/basket.py:4 size -> src/shop/basket.py:5 exact',
      'tests/test_shop.py:1 shop -> src/shop/__init__.py import',
      'tests/test_shop.py:2 Basket -> src/shop/basket.py:2 import',
      'tests/test_shop.py:4 B -> src/shop/basket.py:2 import',
      'tests/test_shop.py:4 total -> src/shop/basket.py:3 import',
      'tests/test_shop.py:5 Basket -> src/shop/basket.py:2 import',
    ]);
  });

  it('resolve to inherited methods', async () => {
    const found = await edges({
      'base.py': 'class Base:\n    def save(self): pass\n',
      'row.py':
        'from base import Base\nclass Row(Base):\n    def store(self):\n        self.save()\n        super().save()\n',
    });
    expect(found).toContain('row.py:2 Base -> base.py:1 import');
    expect(found).toContain('row.py:4 save -> base.py:2 exact');
    expect(found).toContain('row.py:5 save -> base.py:2 exact');
  });

  it('to libraries, parameters and common methods are not resolved', async () => {
    const found = await edges({
      'a.py':
        'import json\nfrom lib import run\ndef f(emit, x):\n    json.dumps(1)\n    run()\n    emit()\n    x.get()\n',
      'pkg/__init__.py': '',
      'pkg/json.py': 'def dumps(x): pass\ndef run(): pass\ndef emit(): pass\nclass Store:\n    def get(self): pass\n',
    });
    expect(found).toEqual([]);
  });
});

describe('JavaScript and TypeScript references', () => {
  it('resolve to files without an extension, written as .js, and behind an index', async () => {
    const found = await edges({
      'src/index.ts': "export { area } from './geo/area.js';\nexport * from './geo';\n",
      'src/geo/index.ts': "export * from './area';\n",
      'src/geo/area.ts':
        'export function area() { return side(); }\nconst side = () => 1;\nexport default class Shape { draw() {} }\n',
      'src/app.tsx':
        "import Shape from './geo/area';\nimport * as geo from './geo';\nimport { area as a } from '.';\nconst s = new Shape();\ns.draw();\ngeo.area();\na();\n",
      'lib/old.js': "const { area } = require('../src/geo/area.js');\narea();\n",
    });
    expect(found).toEqual([
      'src/index.ts:1 area -> src/geo/area.ts:1 import',
      'src/index.ts:2 geo -> src/geo/index.ts import',
      'src/geo/index.ts:1 area -> src/geo/area.ts:1 import',
      'src/geo/area.ts:1 side -> src/geo/area.ts:2 exact',
      'src/app.tsx:1 Shape -> src/geo/area.ts:3 import',
      'src/app.tsx:2 geo -> src/geo/index.ts import',
      'src/app.tsx:3 area -> src/geo/area.ts:1 import',
      'src/app.tsx:4 Shape -> src/geo/area.ts:3 import',
      'src/app.tsx:5 draw -> src/geo/area.ts:3 import',
      'src/app.tsx:6 area -> src/geo/area.ts:1 import',
      'src/app.tsx:7 a -> src/geo/area.ts:1 import',
      // Once for the name and once for the file.
      'lib/old.js:1 area -> src/geo/area.ts:1 import',
      'lib/old.js:1 area -> src/geo/area.ts:1 import',
      'lib/old.js:2 area -> src/geo/area.ts:1 import',
    ]);
  });

  it('resolve into packages of a workspace whose scope is the project name', async () => {
    const found = await edges(
      {
        'packages/server/package.json': '{}',
        'packages/server/src/index.ts': "export { start } from './start';\n",
        'packages/server/src/start.ts': 'export function start() {}\n',
        'packages/client/src/main.ts':
          "import { start } from '@shop/server';\nimport { use } from '@other/server';\nstart();\nuse();\n",
      },
      'shop',
    );
    expect(found).toContain('packages/client/src/main.ts:3 start -> packages/server/src/start.ts:1 import');
    expect(found.filter((edge) => edge.includes('use'))).toEqual([]);
  });
});

describe('Go references', () => {
  it('see their package, import others and follow receivers and results', async () => {
    const found = await edges({
      'go.mod': 'module example.com/shop\n',
      'shop.go':
        'package shop\nimport "example.com/shop/store"\ntype Shop struct { db *store.DB }\nfunc (s *Shop) Sell() { s.check(); d := store.Open(); d.Put() }\n',
      'check.go': 'package shop\nfunc (s *Shop) check() { helper() }\nfunc helper() {}\n',
      'store/db.go':
        'package store\ntype base struct{}\nfunc (b *base) Put() {}\ntype DB struct { base }\nfunc Open() *DB { return nil }\n',
    });
    expect(found).toContain('shop.go:4 check -> check.go:2 exact');
    expect(found).toContain('check.go:2 helper -> check.go:3 exact');
    expect(found).toContain('shop.go:2 store -> store/db.go import');
    expect(found).toContain('shop.go:4 Open -> store/db.go:5 import');
    expect(found).toContain('shop.go:4 Put -> store/db.go:3 import');
  });
});

describe('Rust references', () => {
  it('follow crate, super and self paths, uses and associated functions', async () => {
    const found = await edges({
      'Cargo.toml': '',
      'src/lib.rs': 'mod shape;\nuse crate::shape::Circle;\npub fn all() { Circle::new().draw(); shape::area(); }\n',
      'src/shape/mod.rs':
        'mod line;\npub struct Circle;\nimpl Circle {\n  pub fn new() -> Self { Self {} }\n  pub fn draw(&self) { self.edge(); line::stroke(); }\n  fn edge(&self) {}\n}\npub fn area() {}\n',
      'src/shape/line.rs': 'use super::area;\npub fn stroke() { area(); crate::all(); }\n',
    });
    expect(found).toEqual([
      'src/lib.rs:1 shape -> src/shape/mod.rs import',
      'src/lib.rs:2 Circle -> src/shape/mod.rs:2 import',
      'src/lib.rs:3 new -> src/shape/mod.rs:4 import',
      'src/lib.rs:3 draw -> src/shape/mod.rs:5 import',
      'src/lib.rs:3 area -> src/shape/mod.rs:8 import',
      'src/shape/mod.rs:1 line -> src/shape/line.rs import',
      'src/shape/mod.rs:4 Self -> src/shape/mod.rs:2 exact',
      'src/shape/mod.rs:5 edge -> src/shape/mod.rs:6 exact',
      'src/shape/mod.rs:5 stroke -> src/shape/line.rs:2 import',
      'src/shape/line.rs:1 area -> src/shape/mod.rs:8 import',
      'src/shape/line.rs:2 area -> src/shape/mod.rs:8 import',
      'src/shape/line.rs:2 all -> src/lib.rs:3 import',
    ]);
  });
});

describe('Java and Kotlin references', () => {
  it('see their package across source folders, imports, bases and overloads', async () => {
    const found = await edges({
      'src/main/java/shop/Item.java':
        'package shop;\nclass Item extends Base { void sell() { save(); new Tax().add(1); } }\n',
      'src/main/java/shop/Base.java': 'package shop;\nclass Base { void save() {} }\n',
      'src/main/java/shop/util/Tax.java':
        'package shop.util;\nclass Tax { void add(int a) {} void add(long a) {} static int of() {} }\n',
      'src/test/java/shop/ItemTest.java':
        'package shop;\nimport shop.util.Tax;\nimport static shop.util.Tax.of;\nclass ItemTest { void t(Item item) { item.sell(); Tax tax = null; tax.add(2); of(); } }\n',
      'src/main/kotlin/shop/Shop.kt':
        'package shop\nimport shop.util.Tax\nfun open() { val tax = Tax()\n tax.add(1)\n Item() }\n',
    });
    expect(found).toContain('src/main/java/shop/Item.java:2 save -> src/main/java/shop/Base.java:2 exact');
    // Not imported there, and in another package.
    expect(found.filter((edge) => edge.startsWith('src/main/java/shop/Item.java:2 Tax'))).toEqual([]);
    expect(found).toContain('src/test/java/shop/ItemTest.java:4 sell -> src/main/java/shop/Item.java:2 exact');
    expect(found.filter((edge) => edge.startsWith('src/test/java/shop/ItemTest.java:4 add'))).toHaveLength(2);
    expect(found).toContain('src/test/java/shop/ItemTest.java:4 of -> src/main/java/shop/util/Tax.java:2 import');
    expect(found).toContain('src/main/kotlin/shop/Shop.kt:3 Tax -> src/main/java/shop/util/Tax.java:2 import');
    expect(found).toContain('src/main/kotlin/shop/Shop.kt:5 Item -> src/main/java/shop/Item.java:2 exact');
  });
});

describe('C and C++ references', () => {
  it('resolve to definitions, not prototypes, and to macros in a header', async () => {
    const found = await edges({
      'src/dict.h': 'int dictAdd(int a);\n#define dictSize(d) ((d)->n)\n',
      'src/dict.c': '#include "dict.h"\nstatic int hash(int a) { return a; }\nint dictAdd(int a) { return hash(a); }\n',
      'src/main.c':
        '#include <stdio.h>\n#include "dict.h"\nint main() { printf("x"); dictSize(0); return dictAdd(1); }\n',
    });
    expect(found).toEqual([
      'src/dict.c:1 dict -> src/dict.h import',
      'src/dict.c:3 hash -> src/dict.c:2 exact',
      'src/main.c:2 dict -> src/dict.h import',
      'src/main.c:3 dictSize -> src/dict.h:2 import',
      'src/main.c:3 dictAdd -> src/dict.c:3 name',
    ]);
  });

  it('find the methods of classes and the functions of namespaces', async () => {
    const found = await edges({
      'shape.hpp':
        'namespace geo {\nclass Shape { public: void draw(); void twice() { draw(); this->draw(); } };\nint area() { return 1; }\n}\n',
      'shape.cpp': '#include "shape.hpp"\nvoid geo::Shape::draw() { geo::area(); }\n',
      'main.cpp': '#include "shape.hpp"\nint main() { geo::Shape s; s.draw(); }\n',
    });
    expect(found).toContain('shape.hpp:2 draw -> shape.cpp:2 exact');
    expect(found).toContain('shape.cpp:2 area -> shape.hpp:3 import');
    expect(found.some((edge) => edge.startsWith('main.cpp:2 draw -> shape.cpp:2'))).toBe(true);
  });
});

describe('references in other languages', () => {
  it('C#: by the only type of a name, and through this and base', async () => {
    const found = await edges({
      'Shop.cs':
        'namespace A { class Shop : Base { void Sell() { Check(); base.Save(); var i = new Item(); i.Pay(); } void Check() {} } }\n',
      'Base.cs': 'namespace A { class Base { public void Save() {} } }\n',
      'Item.cs': 'namespace A { class Item { public void Pay() {} } }\n',
    });
    expect(found).toEqual([
      'Shop.cs:1 Base -> Base.cs:1 name',
      'Shop.cs:1 Check -> Shop.cs:1 exact',
      'Shop.cs:1 Save -> Base.cs:1 exact',
      'Shop.cs:1 Item -> Item.cs:1 name',
      'Shop.cs:1 Pay -> Item.cs:1 name',
    ]);
  });

  it('Ruby: require, constants, mixins and own methods', async () => {
    const found = await edges({
      'lib/shop/item.rb': 'module Shop\n  class Item\n    def pay(x)\n    end\n  end\nend\n',
      'lib/shop.rb':
        "require_relative 'shop/item'\nclass Basket\n  def sell\n    i = Shop::Item.new\n    i.pay(1)\n    check(1)\n  end\n  def check(x)\n  end\nend\n",
    });
    expect(found).toContain('lib/shop.rb:1 item -> lib/shop/item.rb import');
    expect(found).toContain('lib/shop.rb:6 check -> lib/shop.rb:8 exact');
    expect(found.some((edge) => edge.startsWith('lib/shop.rb:4 Item -> lib/shop/item.rb:2'))).toBe(true);
    expect(found.some((edge) => edge.startsWith('lib/shop.rb:5 pay -> lib/shop/item.rb:3'))).toBe(true);
  });

  it('PHP: namespaces by folders, $this and static calls', async () => {
    const found = await edges({
      'src/Models/Item.php':
        '<?php\nnamespace Shop\\Models;\nclass Item { static function of() {} function pay() {} }\n',
      'src/Basket.php':
        '<?php\nnamespace Shop;\nuse Shop\\Models\\Item;\nclass Basket { function sell(Item $item) { $this->check(); Item::of(); $item->pay(); } function check() {} }\n',
    });
    expect(found).toEqual([
      'src/Basket.php:3 Item -> src/Models/Item.php:3 import',
      'src/Basket.php:4 check -> src/Basket.php:4 exact',
      'src/Basket.php:4 of -> src/Models/Item.php:3 import',
      'src/Basket.php:4 pay -> src/Models/Item.php:3 import',
    ]);
  });

  it('Swift and Scala: the types of the project or package', async () => {
    const swift = await edges({
      'Item.swift': 'class Item { func pay() {} }\n',
      'Shop.swift': 'class Shop { func sell(item: Item) { check(); item.pay(); Item() }\n func check() {} }\n',
    });
    expect(swift).toEqual([
      'Shop.swift:1 check -> Shop.swift:2 exact',
      'Shop.swift:1 pay -> Item.swift:1 name',
      'Shop.swift:1 Item -> Item.swift:1 name',
    ]);
    const scala = await edges({
      'src/main/scala/shop/Item.scala': 'package shop\nclass Item { def pay(): Unit = {} }\n',
      'src/main/scala/shop/Shop.scala':
        'package shop\nclass Shop { def sell(item: Item) = { item.pay(); new Item() } }\n',
    });
    expect(scala).toContain('src/main/scala/shop/Shop.scala:2 pay -> src/main/scala/shop/Item.scala:2 exact');
    expect(scala).toContain('src/main/scala/shop/Shop.scala:2 Item -> src/main/scala/shop/Item.scala:2 exact');
  });

  it('shell scripts and SQL: own and sourced functions, and the only ones of a name', async () => {
    const shell = await edges({
      'bin/run.sh': '. "$(dirname "$0")/../lib/log.sh"\nmain() { say_it hello; other_tool; echo; }\nmain\n',
      'lib/log.sh': 'say_it() { echo "$1"; }\n',
      'lib/tool.sh': 'other_tool() { :; }\n',
    });
    expect(shell).toContain('bin/run.sh:3 main -> bin/run.sh:2 exact');
    expect(shell.some((edge) => edge.startsWith('bin/run.sh:2 say_it -> lib/log.sh:1'))).toBe(true);
    expect(shell).toContain('bin/run.sh:2 other_tool -> lib/tool.sh:1 name');
    const sql = await edges({
      'a.sql': 'CREATE FUNCTION tax(x int) RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;\n',
      'b.sql': 'CREATE VIEW v AS SELECT tax(1);\n',
    });
    expect(sql).toEqual(['b.sql:1 tax -> a.sql:1 name']);
  });

  it('markdown has none', async () => {
    expect(await edges({ 'a.md': '# A\n[b](b.md)\n', 'b.md': '# B\n' })).toEqual([]);
  });
});
