const ROLE = /^(?:user|assistant|human|ai)(?:[: ]|$)/i;

/** Whether a text, or the terms of one, begins as a turn of a chat with an assistant: `assistant: Certainly! …`. */
export const opensWithRole = (text: string): boolean => ROLE.test(text);
