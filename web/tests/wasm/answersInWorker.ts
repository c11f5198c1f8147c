// In a browser's worker: told where a game lies and what is asked, it says the answers.
import { WasmGame } from '../../src/wasm/wasmGame';
import { answer, type Question } from './answers';

onmessage = async ({ data }: MessageEvent<{ address: string; questions: Question[] }>): Promise<void> => {
  try {
    const game = await WasmGame.fetch(data.address);
    postMessage(data.questions.map((question) => answer(game, question)));
  } catch (error) {
    postMessage(String(error));
  }
};
