// In Node: `node … GAME.wasm QUESTIONS.json FOLDER` writes the answers into a folder, by their numbers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { GameNames } from '../../src/wasm/names';
import { WasmGame } from '../../src/wasm/wasmGame';
import { answer, type Question } from './answers';

const [module = '', questions = '', folder = ''] = process.argv.slice(2);
const inJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const game = await WasmGame.load(readFileSync(module), inJson(`${module}.json`) as GameNames);
(inJson(questions) as Question[]).forEach((question, i) => writeFileSync(join(folder, String(i)), answer(game, question)));
