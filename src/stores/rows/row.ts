// Shared by all SQL stores: the shape of their rows, and how they are read.
import * as z from 'zod';
import type { Scope } from '../../engine/model.ts';

export type Row = Record<string, unknown>;

/** Looks up a scope by its number. */
export type ScopeOf = (id: number) => Scope;

/** A list stored as JSON. */
export const Texts = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));
