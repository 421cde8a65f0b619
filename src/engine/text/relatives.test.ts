import { expect, it } from 'vitest';
import { tellsOfRelative } from './relatives.ts';

it.each([
  ["Samir Haddad's deputy for gangway is Freja since November.", 'Owner of gangway is Samir Haddad.'],
  ["Samir's phone number changed.", 'Owner of gangway is Samir Haddad.'],
  ["Kim Larsen's stand-in for the gateway is Uma since June.", 'The gateway is run by Kim Larsen.'],
  ['The assistant of Pia Holm in the team is now Nils.', 'The lead of the team is Pia Holm.'],
  ['The backup for the owner of billing is now Paul.', 'Owner of billing is Lena Vogt.'],
])('%s tells of a relative of what %s names', (later, earlier) => expect(tellsOfRelative(later, earlier)).toBe(true));

it.each([
  ["Samir Haddad's successor for gangway is Freja.", 'Owner of gangway is Samir Haddad.'],
  ["Samir's role for gangway is with Freja now.", 'Owner of gangway is Samir Haddad.'],
  ["Samir's colleague Freja owns gangway now.", 'Owner of gangway is Samir Haddad.'],
  ['The successor of the owner of billing is Paul.', 'Owner of billing is Lena Vogt.'],
  ["Larkspur's port is 4300 now.", 'Larkspur runs on port 4200.'],
  ["Mira's deputy is now Rita.", 'Owner of lantern is Mira Kovac; the deputy is Jonas Feld.'],
  ['The owner of gangway is now Freja.', 'Owner of gangway is Samir Haddad.'],
])('%s may change what %s says', (later, earlier) => expect(tellsOfRelative(later, earlier)).toBe(false));

it('takes long texts for more than of a relative, without looking for each name', () => {
  const earlier = Array.from({ length: 2000 }, (_, i) => `The owner of shelf ${i} is Ada Quill${i}.`).join(' ');
  expect(tellsOfRelative(`Ada's deputy is Freja. ${earlier}`, earlier)).toBe(false);
});
