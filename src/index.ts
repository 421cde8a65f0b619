export { RemanenceError } from './errors.ts';
