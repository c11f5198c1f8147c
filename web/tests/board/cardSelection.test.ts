import { describe, expect, it } from 'vitest';

import { faceOf, kept, namesOf, toggled } from '../../src/board/cardSelection';

describe('picked cards', () => {
  it('are told apart, and outlive another order', () => {
    expect(namesOf(['R1', 'KO', 'KO'])).toEqual(['R1#0', 'KO#0', 'KO#1']);
    expect(faceOf('KO#1')).toBe('KO');
    expect(toggled(['R1#0'], 'KO#1')).toEqual(['R1#0', 'KO#1']);
    expect(toggled(['R1#0', 'KO#1'], 'R1#0')).toEqual(['KO#1']);
    expect(kept(['R1#0', 'KO#1'], ['KO', 'R1'])).toEqual(['R1#0']);
  });
});
