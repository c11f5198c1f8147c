// What would follow, in words: from the view that the server foresees.
import type { View } from '../../board/viewNotation';

interface Told {
  key: string;
  details: Record<string, string | number>;
}

/** The sentence for what the chosen cards would lead to. */
export function verdict(then: View | null): Told {
  if (!then) return told('ko.legal');
  if (then.keys['over']) return told('ko.wins');
  const phase = then.keys['phase'];
  const need = Number(then.keys['need'] ?? 0);
  if (phase === 'effect') return told('ko.then_effect');
  if ((phase === 'refill' || phase === 'relay') && need) return told('ko.then_draw', { need });
  return told('ko.legal');
}

const told = (key: string, details: Told['details'] = {}): Told => ({ key, details });
