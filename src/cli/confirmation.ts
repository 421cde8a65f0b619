import { confirm, isCancel } from '@clack/prompts';
import { invalid } from '../errors.ts';

/** Asks for consent before a change; without a terminal, only --yes gives it. */
export async function requireConfirmation(
  question: string,
  { yes = false }: { readonly yes?: boolean },
): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw invalid('There is no terminal to ask for confirmation.', 'Nothing was changed. Pass --yes to confirm.');
  const answer = await confirm({ message: question });
  if (isCancel(answer) || !answer) throw invalid('Cancelled: nothing was changed.');
}
