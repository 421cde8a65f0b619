// Languages whose names are searched in the whole project.
import { describe, expect, it } from 'vitest';
import { edges } from './fixture-project.ts';

describe('references resolve to another file', () => {
  it.each([
    [
      'Elixir',
      {
        'lib/price.ex': 'defmodule Price do\n  def price_of(x), do: x\nend\n',
        'lib/a.ex': 'defmodule A do\n  def run(x), do: Price.price_of(x)\nend\n',
      },
      'lib/a.ex:2 price_of -> lib/price.ex:2',
    ],
    [
      'Haskell',
      {
        'Shop/Price.hs': 'module Shop.Price where\npriceOf x = x\n',
        'Main.hs': 'import Shop.Price\nmain x = priceOf x\n',
      },
      'Main.hs:2 priceOf -> Shop/Price.hs:2',
    ],
    [
      'Lua',
      {
        'shop/price.lua': 'local M = {}\nfunction M.price_of(x) return x end\nreturn M\n',
        'a.lua': 'local price = require("shop.price")\nprice.price_of(1)\n',
      },
      'a.lua:2 price_of -> shop/price.lua:2',
    ],
    [
      'Zig',
      {
        'price.zig': 'pub fn priceOf(x: u8) u8 { return x; }\n',
        'a.zig': 'const price = @import("price.zig");\nfn run() u8 { return price.priceOf(1); }\n',
      },
      'a.zig:2 priceOf -> price.zig:1',
    ],
    [
      'OCaml',
      { 'price.ml': 'let price_of x = x\n', 'a.ml': 'let run x = Price.price_of x\n' },
      'a.ml:1 price_of -> price.ml:1',
    ],
    [
      'Dart',
      { 'price.dart': 'int priceOf(int x) => x;\n', 'a.dart': "import 'price.dart';\nint run() => priceOf(1);\n" },
      'a.dart:2 priceOf -> price.dart:1',
    ],
    [
      'R',
      { 'R/price.R': 'price_of <- function(x) x\n', 'R/a.R': 'run <- function(x) price_of(x)\n' },
      'R/a.R:1 price_of -> R/price.R:1',
    ],
    [
      'Julia',
      { 'price.jl': 'price_of(x) = x\n', 'a.jl': 'include("price.jl")\nrun(x) = price_of(x)\n' },
      'a.jl:2 price_of -> price.jl:1',
    ],
    [
      'Perl',
      {
        'Shop/Price.pm': 'package Shop::Price;\nsub price_of { return 1 }\n1;\n',
        'a.pl': 'use Shop::Price;\nsub run { return price_of(1) }\n',
      },
      'a.pl:2 price_of -> Shop/Price.pm:2',
    ],
    [
      'Groovy',
      {
        'src/shop/Price.groovy': 'package shop\nclass Price {\n  def of(x) { return x }\n}\n',
        'src/shop/A.groovy': 'package shop\ndef run() {\n  return new Price()\n}\n',
      },
      'src/shop/A.groovy:3 Price -> src/shop/Price.groovy:2',
    ],
    [
      'Objective-C',
      {
        'price.m': '#import "price.h"\nint priceOf(int x) { return x; }\n',
        'a.m': '#import "price.h"\nint run(void) { return priceOf(1); }\n',
      },
      'a.m:2 priceOf -> price.m:2',
    ],
    [
      'Solidity',
      {
        'Shape.sol': 'contract Shape {\n  function side() internal {}\n}\n',
        'A.sol': 'import "./Shape.sol";\ncontract A is Shape {\n  function run() public { side(); }\n}\n',
      },
      'A.sol:3 side -> Shape.sol:2',
    ],
    [
      'Terraform',
      { 'vars.tf': 'variable "basket_size" {}\n', 'main.tf': 'locals {\n  twice = var.basket_size\n}\n' },
      'main.tf:2 basket_size -> vars.tf:1',
    ],
    [
      'Protobuf',
      {
        'item.proto': 'syntax = "proto3";\nmessage Item { string id = 1; }\n',
        'a.proto': 'syntax = "proto3";\nimport "item.proto";\nmessage Basket { Item item = 1; }\n',
      },
      'a.proto:3 Item -> item.proto:2',
    ],
    [
      'GraphQL',
      { 'item.graphql': 'type Item { id: ID }\n', 'a.graphql': 'type Basket { item: Item }\n' },
      'a.graphql:1 Item -> item.graphql:1',
    ],
    [
      'Vue',
      {
        'prices.ts': 'export function priceOf(x) { return x; }\n',
        'A.vue':
          "<script setup>\nimport { priceOf } from './prices';\n</script>\n<template><b>{{ priceOf(1) }}</b></template>\n",
      },
      'A.vue:4 priceOf -> prices.ts:1',
    ],
    [
      'Svelte',
      {
        'prices.ts': 'export function priceOf(x) { return x; }\n',
        'A.svelte': "<script>\n  import { priceOf } from './prices';\n</script>\n<b>{priceOf(1)}</b>\n",
      },
      'A.svelte:4 priceOf -> prices.ts:1',
    ],
  ])('in %s', async (_, files, edge) => {
    const found = await edges(files);
    expect(found.map((each) => each.replace(/ \w+$/, ''))).toContain(edge);
  });
});
