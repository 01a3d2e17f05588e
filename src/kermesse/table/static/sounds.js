/** Sounds of cards, wood and cloth, made in the browser: nothing is loaded. */

import { $, on, press, remember } from "./senses.js";

// A layer is a knock of wood (a tone that sinks) or a brush of something (noise through a filter):
// how high it is, where it ends, when it starts, how long it takes, and how loud it is.
const knock = (pitch, start, length, loud = 0.5) => ({ pitch, to: pitch * 0.8, start, length, loud });
const brush = (pitch, to, start, length, loud = 0.5) => ({ brush: true, pitch, to, start, length, loud });

const card = (start = 0) => [brush(3600, 2400, start, 0.035, 0.6), brush(1300, 800, start + 0.012, 0.05, 0.35)];
const wood = (pitch, start = 0) => [knock(pitch, start, 0.11), knock(pitch * 2.76, start, 0.04, 0.18), brush(2200, 900, start, 0.02, 0.3)];
const cloth = (start = 0) => [brush(420, 1500, start, 0.19, 0.4)];

const SOUNDS = {
  card: card(),
  slide: cloth(),
  cloth: cloth(),
  wood: wood(190),
  turn: [...wood(262), ...wood(392, 0.12)],
  point: [...wood(392), ...wood(523, 0.09)],
  win: [...wood(262), ...wood(330, 0.12), ...wood(392, 0.24), ...wood(523, 0.38)],
  hurry: [...wood(494), ...wood(494, 0.16), ...wood(494, 0.32)],
  call: [...wood(330), ...wood(440, 0.1), ...wood(330, 0.2)],
  talk: [brush(900, 1400, 0, 0.06, 0.35)],
};
const LOUDEST = 0.5;
const played = {};
let audio = null;
let noise = null;
let master = null;
let isMute = remember("mute") === "yes";

const volume = () => Number(remember("volume") ?? 60) / 100;

export function sound(name) {
  // browsers play nothing before the first touch, and complain if asked to
  if (isMute || !SOUNDS[name] || navigator.userActivation?.hasBeenActive === false) return;
  if (Date.now() - played[name] < 300) return; // one turn may be announced twice
  played[name] = Date.now();
  if (!audio) prepare();
  master.gain.value = LOUDEST * volume() ** 2;
  for (const layer of SOUNDS[name]) make(layer);
}

/** The audio of this page, with half a second of noise to filter. */
function prepare() {
  audio = new AudioContext();
  master = new GainNode(audio);
  master.connect(audio.destination);
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
}

function make({ brush: isBrush, pitch, to, start, length, loud }) {
  const at = audio.currentTime + start;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.006, length / 3));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(master);
  const source = isBrush ? new AudioBufferSourceNode(audio, { buffer: noise }) : new OscillatorNode(audio);
  const filter = isBrush ? new BiquadFilterNode(audio, { type: "bandpass", Q: 1.1 }) : null;
  const bent = filter ? filter.frequency : source.frequency;
  bent.setValueAtTime(pitch, at);
  bent.exponentialRampToValueAtTime(to, at + length);
  if (filter) source.connect(filter).connect(gain);
  else source.connect(gain);
  source.start(at);
  source.stop(at + length + 0.02);
}

on("click", ({ target }) => {
  if (!target.closest?.("#mute")) return;
  isMute = !isMute;
  remember("mute", isMute ? "yes" : "no");
  press($("#mute"), isMute);
});
press($("#mute"), isMute);

const slider = $("#volume");
if (slider) slider.value = remember("volume") ?? slider.value;
slider?.addEventListener("change", () => {
  remember("volume", slider.value);
  sound("card");
});
