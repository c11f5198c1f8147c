import { describe, expect, it } from 'vitest';

import { note, type Part } from '../../src/shuffle/shuffleCheck';
import { fateOf, isWished, stepOf } from '../../src/shuffle/shuffleStep';
import { ADA, BOB, kept, told } from './dealForTests';

const part = (): Part => ({ ...ADA, table: 'abc' });
const [mine, ...others] = told().chairs;
const chair = (over: object) => told({ chairs: [{ ...mine!, ...over }, ...others] });
const playing = (over: object = {}) => ({ ...chair(over), status: 'playing' });
const open = (over: object = {}) => ({ ...chair(over), commitment: '', status: 'open' });

describe('what is to be done', () => {
  it('is to tell the salt, once one’s own promise is in one’s chair', () => {
    expect(stepOf(told(), [part()])).toMatchObject({ does: 'reveal', noted: { seat: 0, commitment: told().commitment } });
    expect(stepOf(chair({ revealed: true }), [kept()]).does).toBe('nothing');
  });

  it('is nothing for who gave no promise, watches, or plays already', () => {
    expect(stepOf(chair({ promise: '' }), []).does).toBe('nothing');
    expect(stepOf(chair({ you: false }), [part()]).does).toBe('nothing');
    expect(stepOf(playing(), [kept()]).does).toBe('nothing');
  });

  it('is not to tell the salt for a promise of somebody else', () => {
    expect(stepOf(told(), [{ ...BOB, table: 'abc' }]).does).toBe('elsewhere');
  });

  it('is not to tell a salt again for another commitment', () => {
    expect(stepOf(told({ commitment: 'ff'.repeat(32) }), [kept()]).does).toBe('changed');
    expect(stepOf(told({ options: {} }), [kept()]).does).toBe('changed');
    expect(stepOf(told(), [kept()]).does).toBe('reveal'); // the network failed: once more
  });

  it('is to warn of another commitment, or of a second deal, once the cards were dealt', () => {
    expect(stepOf({ ...playing(), commitment: 'ff'.repeat(32) }, [kept()]).does).toBe('changed');
    expect(stepOf(open({ promise: '', owes: true }), [{ ...kept(), dealt: true }]).does).toBe('changed');
    expect(stepOf(chair({ promise: BOB.promise }), [{ ...kept(), dealt: true }, { ...BOB, table: 'abc' }]).does).toBe('changed');
  });

  it('is to promise anew where a shuffle came to nothing', () => {
    expect(stepOf(open({ promise: '', owes: true }), [kept()]).does).toBe('promise');
    expect(stepOf(open({ promise: '' }), [part()]).does).toBe('promise'); // it was given, and is not there
    expect(stepOf(open({ promise: '' }), []).does).toBe('nothing'); // trusts the house
    expect(stepOf(open({ owes: true, reserved: true }), [part()]).does).toBe('nothing');
  });

  it('is to warn of a house that deals without the salt that was promised', () => {
    expect(stepOf(playing(), [part()]).does).toBe('unasked');
    expect(stepOf(playing({ promise: '' }), [part()]).does).toBe('unasked');
    expect(stepOf({ ...playing(), status: 'over' }, [part()]).does).toBe('unasked');
    expect(stepOf(chair({ revealed: true }), [part()]).does).toBe('unasked');
    expect(stepOf(chair({ promise: '' }), [part()]).does).toBe('unasked');
    expect(stepOf({ ...playing(), deal: '' }, [part()]).does).toBe('nothing'); // a position is not shuffled
    expect(stepOf(playing({ promise: '' }), []).does).toBe('nothing'); // a seat that was taken during the game
  });
});

describe('what has become of a part', () => {
  const voided: Part = { ...kept(), void: true };

  it('is nothing, where the table is open again after the salt was told', () => {
    expect(fateOf(kept(), open({ promise: '', owes: true }))).toEqual(voided);
    expect(fateOf(kept(), open({ you: false }))).toEqual(voided);
    expect(fateOf(kept(), open({ promise: BOB.promise }))).toEqual(voided); // sat down on another device
    expect(fateOf(kept(), { ...playing({ you: false }), commitment: 'ff'.repeat(32) })).toEqual(voided);
    expect(fateOf(kept(), { ...playing({ promise: BOB.promise }), commitment: 'ff'.repeat(32) })).toEqual(voided);
  });

  it('is a deal, which nothing makes void', () => {
    const dealt: Part = { ...kept(), dealt: true };
    expect(fateOf(kept(), playing())).toEqual(dealt);
    expect(fateOf(voided, playing({ promise: '' }))).toEqual(dealt); // what was shown was older than the answer
    expect(fateOf(dealt, open({ promise: '', owes: true }))).toEqual(dealt);
    expect(fateOf(dealt, { ...playing({ you: false }), commitment: 'ff'.repeat(32) })).toEqual(dealt);
  });

  it('is left to the check, where the house only has another commitment', () => {
    expect(fateOf(kept(), { ...playing(), commitment: 'ff'.repeat(32) })).toEqual(kept());
    expect(fateOf(kept(), { ...playing({ promise: '' }), commitment: 'ff'.repeat(32) })).toEqual(kept());
  });

  it('of a promise is nothing, where one left or sits as another, and not where the house deals without it', () => {
    expect(fateOf(part(), open({ you: false }))).toEqual({ ...part(), void: true });
    expect(fateOf(part(), playing({ you: false }))).toEqual({ ...part(), void: true });
    expect(fateOf(part(), playing({ promise: BOB.promise }))).toEqual({ ...part(), void: true });
    expect(fateOf({ ...part(), void: true }, open())).toEqual(part());
    expect(fateOf({ ...part(), void: true }, playing({ promise: '' }))).toEqual(part());
  });
});

describe('a table that was wished for', () => {
  const wish = { game: 'kolpa', seats: [{ kind: 'you' as const }, { kind: 'bot' as const, bot: 'level3' }, { kind: 'open' as const }], options: { target: 30 } };
  const made = (over: object = {}) => ({ ...told({ chairs: [mine!, { kind: 'bot', bot: 'level3' }, { kind: 'open' }], ...over }) });

  it('has the game, the options and the seats that were wished for', () => {
    expect(isWished(wish, made())).toBe(true);
    for (const other of [{ game: 'ko' }, { options: {} }, { options: { target: 31 } }, { chairs: [mine!] }]) expect(isWished(wish, made(other))).toBe(false);
    expect(isWished(wish, made({ chairs: [mine!, { kind: 'bot', bot: 'level5' }, { kind: 'open' }] }))).toBe(false);
    expect(isWished(wish, made({ chairs: [mine!, { kind: 'bot', bot: 'level3' }, { kind: 'person' }] }))).toBe(false);
  });
});

it('notes the table that it is about', () => {
  expect(note(told(), 0).table).toBe('abc');
});
