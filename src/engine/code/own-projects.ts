// The projects whose folder is on this machine. Servers of several machines may share a store: each reads and watches its
// own projects, and searches all.
import { RemanenceError } from '../../errors.ts';
import { type Actor, codeRoots, entitySpace, home } from '../access/actor.ts';
import type { Scope } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { checkNoSecret } from '../secrets/redact.ts';
import type { CodeBase, Selection } from './code-base.ts';
import { checkedSelection, checkSelected } from './indexing/selection.ts';
import type { Machine, Project } from './ports.ts';
import { projectNames, projectsSeenBy } from './projects.ts';

export class OwnProjects {
  readonly #store: Pick<Store['code'], 'projects' | 'index'>;
  readonly #codeBase: CodeBase;
  readonly #clock: Clock;
  readonly #machine: Machine | null;

  /** Without a machine the store is used by one machine at a time, which has every project. */
  constructor(
    store: Pick<Store['code'], 'projects' | 'index'>,
    codeBase: CodeBase,
    clock: Clock,
    machine: Machine | null,
  ) {
    this.#store = store;
    this.#codeBase = codeBase;
    this.#clock = clock;
    this.#machine = machine;
  }

  has({ machine }: Pick<Project, 'machine'>): boolean {
    return this.#machine === null || machine?.id === this.#machine.id;
  }

  /** The name of the machine that has the project's folder; null if it is this one, or nobody knows. */
  otherMachineOf(project: Pick<Project, 'machine'>): string | null {
    return this.has(project) ? null : (project.machine?.name ?? null);
  }

  /** Those of this machine. Takes those that have no machine yet, if their folder is here. */
  async claimed(projects: readonly Project[]): Promise<Project[]> {
    const own: Project[] = [];
    for (const project of projects) {
      if (this.has(project) || (await this.#claim(project))) own.push(project);
    }
    return own;
  }

  /** The real path of a folder. If there is none here, but a project of another machine is meant, says so. */
  async locate(actor: Actor, path: string): Promise<string> {
    try {
      return await this.#codeBase.locate(path, codeRoots(actor));
    } catch (error) {
      const isMissing = error instanceof RemanenceError && error.code === 'invalid';
      const visible = isMissing ? await projectsSeenBy(actor, this.#store.projects) : [];
      const meant = visible.find((each) => !this.has(each) && (each.root === path || each.name === path));
      throw meant?.machine ? onOtherMachine(meant, meant.machine) : error;
    }
  }

  /** The project of a folder on this machine; created if it is new. */
  async declare(actor: Actor, path: string, { selection, watch, newIn }: Settings): Promise<Project> {
    const root = checkNoSecret(await this.locate(actor, path), 'path of the project');
    const chosen = selection && checkedSelection(selection, [root, path]);
    const visible = await projectsSeenBy(actor, this.#store.projects);
    const own = entitySpace(home({ ...actor, project: actor.project ?? newIn }));
    const known = this.#indexed(root, visible, own);
    if (chosen) {
      const files = known ? await this.#store.index.files(known.id) : [];
      checkSelected(await this.#codeBase.list(root, chosen), files, chosen);
    }
    const project = await this.#store.projects.declare({
      scope: known?.scope ?? own,
      root,
      machine: this.#machine,
      names: projectNames(root, this.#machine, visible),
      createdAt: this.#clock.now(),
    });
    await this.#store.projects.configure(project.id, {
      ...(chosen ? { selection: chosen } : {}),
      ...(watch ? { watch } : {}),
    });
    return project;
  }

  /** The index of a folder: the scope's own, else the newest of the same user and cube that is within sight. */
  #indexed(root: string, visible: readonly Project[], own: Scope): Project | undefined {
    const here = visible.filter(
      ({ root: other, machine, scope }) =>
        other === root &&
        (machine === null || this.has({ machine })) &&
        scope.user === own.user &&
        scope.cube === own.cube,
    );
    const newest = here.toSorted((a, b) => (b.indexedAt ?? 0) - (a.indexedAt ?? 0))[0];
    return here.find(({ scope }) => scope.project === own.project) ?? newest;
  }

  async #claim({ id, root, machine }: Project): Promise<boolean> {
    if (this.#machine === null || machine !== null) return false;
    const folder = await this.#codeBase.locate(root).catch(() => null);
    return folder === root && this.#store.projects.claim(id, this.#machine);
  }
}

export interface Settings {
  readonly selection?: Selection | undefined;
  readonly watch?: boolean | undefined;
  /** Where the index of a folder belongs that has none yet, if the caller is in no project. */
  readonly newIn?: string | undefined;
}

const onOtherMachine = ({ name, root }: Project, machine: Machine): RemanenceError =>
  new RemanenceError('conflict', `The folder of ${name} is on another machine, ${machine.name}: ${root}`, {
    hint: `Only a server on ${machine.name} can index it. To index a copy on this machine, give the path of that folder; if ${machine.name} no longer exists, delete the project.`,
  });
