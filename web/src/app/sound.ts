// Short sounds, made by the browser itself.
import { settings } from './settings.svelte';

export type Sound = 'draw' | 'play' | 'turn' | 'slap' | 'win';

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Browsers want a click before anything sounds. */
function ready(): AudioContext | null {
  if (settings.mute || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

export function sound(which: Sound): void {
  const audio = ready();
  if (audio) SOUNDS[which](audio, audio.currentTime);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  draw: (audio, at) => swish(audio, at, 2600, 0.09, 0.05),
  play: (audio, at) => {
    swish(audio, at, 1200, 0.06, 0.09);
    note(audio, at, 170, 0.07, 0.12, 'sine');
  },
  turn: (audio, at) => {
    note(audio, at, 587, 0.16, 0.07, 'triangle');
    note(audio, at + 0.11, 784, 0.22, 0.07, 'triangle');
  },
  slap: (audio, at) => {
    swish(audio, at, 700, 0.12, 0.35);
    note(audio, at, 95, 0.12, 0.4, 'sine');
  },
  win: (audio, at) => [523, 659, 784, 1047].forEach((pitch, i) => note(audio, at + i * 0.12, pitch, 0.45, 0.08, 'triangle')),
};

function fading(audio: AudioContext, at: number, length: number, volume: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0008, at + length);
  gain.connect(audio.destination);
  return gain;
}

function note(audio: AudioContext, at: number, pitch: number, length: number, volume: number, type: OscillatorType): void {
  const tone = audio.createOscillator();
  tone.type = type;
  tone.frequency.value = pitch;
  tone.connect(fading(audio, at, length, volume));
  tone.start(at);
  tone.stop(at + length);
}

/** Paper: a short hiss around one pitch. */
function swish(audio: AudioContext, at: number, pitch: number, length: number, volume: number): void {
  hiss ??= makeHiss(audio);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  source.buffer = hiss;
  source.connect(filter).connect(fading(audio, at, length, volume));
  source.start(at);
  source.stop(at + length);
}

function makeHiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
