// boardgame.io's own server with its default store, in memory. node bgio_server.mjs --port N
import { parseArgs } from 'node:util';
import { Server } from 'boardgame.io/dist/cjs/server.js';
import { game } from './bgio_game.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8000' } } });
await Server({ games: [game], origins: ['http://127.0.0.1'] }).run(Number(values.port));
