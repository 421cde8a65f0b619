import { describe, expect, it } from 'vitest';
import { projectOf } from '../../../test/code-project.ts';
import { type ProjectStatus, statusOf } from '../../engine/code/projects.ts';
import { presentProjects, presentStatusOf } from './present-code.ts';

const PROJECT = projectOf({ machine: { id: 'm1', name: 'laptop' } });

describe('a project whose indexing was interrupted', () => {
  it('waits for a server to go on, and has not failed', () => {
    const counts = { files: 1, chunks: 2, symbols: 0, pending: 1, unresolved: 0 };
    const status = { ...statusOf(PROJECT, counts, null, 600), watching: false, machine: null };
    const ended = { ...status, state: 'failed', error: 'The process that ran this job stopped.' } as const;
    expect(presentStatusOf({ ...ended, interrupted: true })).toMatchObject({
      status: 'pending',
      note: expect.stringMatching(/interrupted.*goes on by itself/),
    });
    expect(presentStatusOf(ended)).toMatchObject({ status: 'failed', note: expect.stringContaining('again') });
  });
});

describe('a project of another machine', () => {
  it('names its machine in list_projects, unlike one of this machine', () => {
    const details = (machine: string | null) => presentProjects([PROJECT], () => machine).details[0];
    expect(details('laptop')).toMatchObject({ project_id: 'shop', machine: 'laptop' });
    expect(details(null)).not.toHaveProperty('machine');
  });

  it('says in get_index_status where it is indexed', () => {
    const counts = { files: 1, chunks: 1, symbols: 0, pending: 0, unresolved: 0 };
    const note = (machine: string | null) => {
      const status: ProjectStatus = { ...statusOf(PROJECT, counts, null, 600), watching: false, machine };
      return presentStatusOf(status).note;
    };
    expect(note('laptop')).toBe('Its folder is on another machine, laptop, and is indexed only there.');
    expect(note(null)).toBeUndefined();
  });
});
