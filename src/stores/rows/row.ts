// What the tables of every SQL store have in common: the shape of their rows, and what they are read as.
import { z } from 'zod';
import type { Scope } from '../../engine/model.ts';

export type Row = Record<string, unknown>;

/** The scope of a number, as the store keeps them. */
export type ScopeOf = (id: number) => Scope;

/** A list that is stored as JSON. */
export const Texts = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));
