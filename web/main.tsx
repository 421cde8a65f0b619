import { render } from 'preact';
import { App } from './app.tsx';
import { leadTo } from './keys.ts';
import { startTheme } from './theme.ts';
import { VIEWS } from './views.ts';

startTheme();
leadTo(VIEWS);
const root = document.getElementById('app');
if (root) render(<App />, root);
