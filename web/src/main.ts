import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { address } from './app/basePath';
import { speakApi } from './net/api';
import { settings } from './app/settings.svelte';

speakApi(() => settings.lang);

const target = document.getElementById('app');
if (target) mount(App, { target });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register(address('/sw.js')));
}
