// Shell completion of commands and flags, generated from the command tree.
import type { Command } from 'commander';
import * as z from 'zod';
import { invalid } from '../../errors.ts';

const Shell = z.enum(['bash', 'zsh', 'fish', 'powershell']);

interface Word {
  readonly name: string;
  readonly about: string;
}

/** What may follow a command: its subcommands and flags. */
interface Place {
  readonly path: string;
  readonly words: readonly Word[];
}

export function completion(program: Command, name: string): string {
  const shell = Shell.safeParse(name);
  if (!shell.success) throw invalid(`Unknown shell: ${name}.`, `Use one of ${Shell.options.join(', ')}.`);
  const names = [program.name(), 'memory-cli'];
  return WRITERS[shell.data](placesOf(program, ''), names);
}

function placesOf(command: Command, path: string): Place[] {
  const flags = command.options.flatMap(({ long, description }) => (long ? [word(long, description)] : []));
  const commands = command.commands.map((inner) => word(inner.name(), inner.description()));
  const inner = command.commands.flatMap((each) => placesOf(each, `${path} ${each.name()}`.trim()));
  return [{ path, words: [...commands, ...flags] }, ...inner];
}

/** The first sentence, without characters that are special to a shell. */
const word = (name: string, description: string): Word => ({
  name,
  about: (description.split(/[.;:]( |$)/)[0] ?? '').replace(/['"`$\\[\]{}]/g, ''),
});

const WRITERS: Record<z.infer<typeof Shell>, (places: readonly Place[], names: readonly string[]) => string> = {
  bash: (places, names) => `_remanence() {
  local word place= words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
      ${commandsOf(places)
        .map((path) => `' ${path}'`)
        .join('|')}) place="$place $word" ;;
    esac
  done
  case "$place" in
${places.map(({ path, words }) => `    '${path && ` ${path}`}') words='${words.map(({ name }) => name).join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _remanence ${names.join(' ')}
`,

  zsh: (places, names) => `#compdef ${names.join(' ')}
_remanence() {
  local word place=
  local -a words_here
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in
      ${commandsOf(places)
        .map((path) => `' ${path}'`)
        .join('|')}) place="$place $word" ;;
    esac
  done
  case "$place" in
${places.map(({ path, words }) => `    '${path && ` ${path}`}') words_here=(${words.map(({ name, about }) => `'${name}:${about}'`).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'remanence' words_here || _files
}
compdef _remanence ${names.join(' ')}
`,

  fish: (places, names) =>
    names
      .flatMap((command) =>
        places.flatMap(({ path, words }) =>
          words.map(({ name, about }) => {
            const flag = name.startsWith('--') ? `-l ${name.slice(2)}` : `-f -a ${name}`;
            return `complete -c ${command} -n '${fishCondition(path, places)}' ${flag} -d '${about}'`;
          }),
        ),
      )
      .join('\n')
      .concat('\n'),

  powershell: (places, names) => `Register-ArgumentCompleter -Native -CommandName ${names.join(',')} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $places = @{
${places.map(({ path, words }) => `    '${path}' = @(${words.map(({ name, about }) => `@('${name}', '${about || name}')`).join(', ')})`).join('\n')}
  }
  $place = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $next = "$place $element".Trim()
    if ($places.ContainsKey($next)) { $place = $next }
  }
  $places[$place] | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`,
};

const commandsOf = (places: readonly Place[]): string[] => places.flatMap(({ path }) => (path === '' ? [] : [path]));

function fishCondition(path: string, places: readonly Place[]): string {
  const top = commandsOf(places).filter((each) => !each.includes(' '));
  if (path === '') return `not __fish_seen_subcommand_from ${top.join(' ')}`;
  const seen = path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`);
  return seen.join('; and ');
}
