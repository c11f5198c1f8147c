// To copy a text, also where the browser has no clipboard for us: on a plain http address of another machine.
import { say } from '../i18n/i18n.svelte';
import { tell, toast } from './toastQueue.svelte';

/** What can't be copied is shown, to be copied by hand. */
export const shown = $state({ text: '' });

/** Copy a text; `field` is where it stands already, if it does. */
export async function copyText(text: string, field?: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  if ((await toClipboard(text)) || bySelection(text)) toast(say('app.copied'));
  else if (field) select(field);
  else shown.text = text;
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text); // not there on such an address
    return true;
  } catch {
    return false;
  }
}

/** The old way: a field that nobody sees, in the dialog that is open, as nothing behind it can be selected. */
function bySelection(text: string): boolean {
  const [field, focus] = [document.createElement('textarea'), document.activeElement];
  field.value = text;
  field.className = 'unseen';
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focus instanceof HTMLElement) focus.focus();
  }
}

function select(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.focus();
  field.select();
  tell(new Error(say('app.copy_yourself')));
}
