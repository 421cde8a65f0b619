// Single-file components of Vue and Svelte: everything except the script is blanked out, so that the script's grammar
// reads the rest at its original position. Template expressions stay as statements, components as calls.

const SCRIPT = /(<script\b[^>]*>)([\s\S]*?)<\/script\s*>/gi;
const STYLE = /<style\b[^>]*>[\s\S]*?<\/style\s*>/gi;
const COMPONENT = /<([A-Z]\w*)(?=[\s/>])/g;
/** `{{ price(item) }}`, `:label="format(sum)"`, `@click="open"`, `v-if="isFull(items)"` */
const VUE = /\{\{([\s\S]*?)\}\}|\s(?:v-[\w.:-]+|[:@#][\w.:[\]-]+)="([^"]*)"/g;
/** `{format(total())}`, `{#if isFull(items)}`, `{:else if x}`, `{@html text}` */
const SVELTE = /\{(?:[#:@](?:else if|if|each|await|then|catch|key|html|const|render)\s)?((?:[^{}]|\{[^{}]*\})*)\}/g;

const component =
  (expressions: RegExp) =>
  (text: string): string => {
    const characters = text.replace(/[^\r\n]/g, ' ').split('');
    const put = (start: number, part: string) => {
      for (let i = 0; i < part.length; i++) characters[start + i] = part[i] ?? ' ';
    };
    const template = text.replace(SCRIPT, blank).replace(STYLE, blank);
    for (const match of template.matchAll(expressions)) {
      const expression = match[1] ?? match[2] ?? '';
      const start = match.index + match[0].lastIndexOf(expression);
      put(start, expression);
      // The characters around it are already blank: each expression becomes a statement.
      put(start - 1, ';');
      put(start + expression.length, ';');
    }
    for (const { 0: tag, 1: name = '', index } of template.matchAll(COMPONENT)) {
      const end = index + tag.length;
      if (characters[end] === ' ' && characters[end + 1] === ' ') put(index, `;${name}()`);
    }
    for (const { 1: tag = '', 2: script = '', index } of text.matchAll(SCRIPT)) put(index + tag.length, script);
    return characters.join('');
  };

const blank = (part: string): string => part.replace(/[^\r\n]/g, ' ');

export const vueScript = component(VUE);
export const svelteScript = component(SVELTE);
