import { render } from 'preact';
import { App } from './app.tsx';
import { startTheme } from './theme.ts';

startTheme();
const root = document.getElementById('app');
if (root) render(<App />, root);
