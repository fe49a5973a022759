// The test vectors of fairness, checked by a second program in another language: what a browser has
// (crypto.subtle, BigInt) is all it takes. `node check.mjs [FILE]`, Node 20 or newer.

import { readFile } from "node:fs/promises";

const utf8 = new TextEncoder();

function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function hash(name, bytes) {
  return new Uint8Array(await crypto.subtle.digest(name, bytes));
}

/** What is shown of a secret before the deal; the role is "server" or "seat". */
export async function commitment(role, table, secret) {
  return toHex(await hash("SHA-256", concat(utf8.encode(`tablee ${role} v1\0${table}\0`), secret)));
}

/** The seed that all secrets give; shares are {seat, secret}. */
export async function seedOf(table, serverSecret, shares) {
  const bySeat = [...shares].sort((a, b) => a.seat - b.seat);
  const parts = bySeat.flatMap(({ seat, secret }) => [Uint8Array.of(seat), secret]);
  return hash("SHA-512", concat(utf8.encode(`tablee seed v1\0${table}\0`), serverSecret, ...parts));
}

/** Luck from a seed: HMAC-SHA-512 of a counter, eight words a block, biased words rejected. */
export class Luck {
  #key;
  #counter = 0n;
  #words = [];

  static async from(seed) {
    const luck = new Luck();
    const kind = { name: "HMAC", hash: "SHA-512" };
    luck.#key = await crypto.subtle.importKey("raw", seed, kind, false, ["sign"]);
    return luck;
  }

  async word() {
    if (this.#words.length === 0) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, this.#counter++);
      const block = new DataView(await crypto.subtle.sign("HMAC", this.#key, counter.buffer));
      for (let at = 0; at < 64; at += 8) this.#words.push(block.getBigUint64(at));
    }
    return this.#words.shift();
  }

  /** A number from 0 to n − 1; n and the answer are BigInts. */
  async below(n) {
    const limit = (1n << 64n) - ((1n << 64n) % n);
    for (;;) {
      const word = await this.word();
      if (word < limit) return word % n;
    }
  }
}

let checked = 0;
let wrong = 0;

function same(what, found, expected) {
  checked += 1;
  if (found !== expected) {
    wrong += 1;
    console.error(`${what}: found ${found}, expected ${expected}`);
  }
}

async function check(vectors) {
  for (const { role, table, secret, commitment: expected } of vectors.commitments) {
    same(`commitment ${role} ${table}`, await commitment(role, table, fromHex(secret)), expected);
  }
  for (const { table, server, shares, seed } of vectors.seeds) {
    const secrets = shares.map(({ seat, secret }) => ({ seat, secret: fromHex(secret) }));
    same(`seed ${table}`, toHex(await seedOf(table, fromHex(server), secrets)), seed);
  }
  for (const { seed, below, drawn } of vectors.draws) {
    const luck = await Luck.from(fromHex(seed));
    same(`draws of ${seed}`, drawn.length, below.length);
    for (const [at, n] of below.entries()) {
      same(`draw ${at} below ${n}`, String(await luck.below(BigInt(n))), drawn[at]);
    }
  }
  // Whether the rules ask for just these numbers, and allow the actions, takes the rules: `tablee verify`.
  for (const { game, table, server, shares, tape, bounds } of vectors.proofs) {
    const shown = await commitment("server", table, fromHex(server.secret));
    same(`server of ${game}`, shown, server.commitment);
    for (const share of shares) {
      const own = await commitment("seat", table, fromHex(share.secret));
      same(`seat ${share.seat} of ${game}`, own, share.commitment);
    }
    const secrets = shares.map(({ seat, secret }) => ({ seat, secret: fromHex(secret) }));
    const luck = await Luck.from(await seedOf(table, fromHex(server.secret), secrets));
    same(`bounds of ${game}`, bounds.length, tape.length);
    for (const [at, n] of bounds.entries()) {
      same(`number ${at} of ${game}`, String(await luck.below(BigInt(n))), String(tape[at]));
    }
  }
}

const file = process.argv[2] ?? new URL("fairness.json", import.meta.url);
await check(JSON.parse(await readFile(file, "utf-8")));
console.log(`${checked} checked, ${wrong} wrong`);
process.exitCode = wrong === 0 && checked > 0 ? 0 : 1;
