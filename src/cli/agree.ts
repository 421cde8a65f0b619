import { confirm, isCancel } from '@clack/prompts';
import { invalid } from '../errors.ts';

/** Asks before files of others are changed; whoever cannot be asked has to say so beforehand. */
export async function agree(question: string, { yes = false }: { readonly yes?: boolean }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw invalid('Nobody can be asked here.', 'Nothing was written. Pass --yes, or --dry-run to look only.');
  const answer = await confirm({ message: question });
  if (isCancel(answer) || !answer) throw invalid('Nothing was written.');
}
