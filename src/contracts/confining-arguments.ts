// Names that callers give to what a memory or a search is confined to. Ignoring one would let others see the memory.
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** By what confines: how the contracts call it, and what else callers call it, without case and signs. */
const CONFINING = [
  {
    called: ['user_id'],
    spelt: ['user', 'userid', 'username', 'foruser', 'owner', 'ownerid', 'ownedby', 'account', 'accountid'],
  },
  {
    called: ['session_id'],
    spelt: ['session', 'sessionid', 'sessionname', 'conversation', 'conversationid', 'thread', 'threadid', 'runid'],
  },
  {
    called: ['project_id'],
    spelt: ['project', 'projectid', 'projectname', 'workspace', 'workspaceid', 'namespace', 'tenant', 'tenantid'],
  },
  { called: ['mem_cube_id', 'cube_id', 'cube_ids'], spelt: ['cube', 'cubes', 'cubeid', 'cubeids', 'cubename'] },
] as const;

const groupOf = (name: string) => CONFINING.find(({ spelt }) => spelt.some((each) => each === plain(name)));

/** The one of the known names that confines by the same; undefined for a name that confines nothing. */
export const confiningAs = (name: string, known: readonly string[]): string | undefined =>
  groupOf(name)?.called.find((each) => known.includes(each));

/** Whether a name would confine a memory to a user, session, project or cube. */
export const isConfining = (name: string): boolean => groupOf(name) !== undefined;

/** Tools with this argument can keep what they store from others. */
export const SEEN_BY = 'user_id';

/** The known names that confine memories. Beside a user, a project is one of code. */
export const scopesAmong = (known: readonly string[]): string[] =>
  known.filter((name) => isConfining(name) && !(name === 'project_id' && known.includes(SEEN_BY)));
