// The luck of a match, checked here (docs/fairness.md). By pure code: on a house's own network, where pages come
// without TLS, browsers have no crypto.subtle.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import type { Proof } from "../generated/protocol";
import { hex, unhex } from "./hex";

const utf8 = new TextEncoder();

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** What is shown of a secret before the deal. */
export function commitment(role: "server" | "seat", table: string, secret: Uint8Array): string {
  return hex(sha256(joined(utf8.encode(`tablee ${role} v1\0${table}\0`), secret)));
}

/** The seed that all secrets give. */
export function seedOf(
  table: string,
  server: Uint8Array,
  shares: readonly { seat: number; secret: Uint8Array }[],
): Uint8Array {
  const bySeat = [...shares].sort((a, b) => a.seat - b.seat);
  const parts = bySeat.flatMap(({ seat, secret }) => [Uint8Array.of(seat), secret]);
  return sha512(joined(utf8.encode(`tablee seed v1\0${table}\0`), server, ...parts));
}

/** Luck from a seed: HMAC-SHA-512 of a counter, eight words a block, biased words thrown away. */
export class Luck {
  private counter = 0n;
  private words: bigint[] = [];

  constructor(private readonly seed: Uint8Array) {}

  word(): bigint {
    if (this.words.length === 0) {
      const message = new DataView(new ArrayBuffer(8));
      message.setBigUint64(0, this.counter++);
      const block = hmac(sha512, this.seed, new Uint8Array(message.buffer));
      const read = new DataView(block.buffer, block.byteOffset, block.byteLength);
      for (let at = 0; at < 64; at += 8) this.words.push(read.getBigUint64(at));
    }
    return this.words.shift() as bigint;
  }

  below(n: bigint): bigint {
    const limit = (1n << 64n) - ((1n << 64n) % n);
    for (;;) {
      const word = this.word();
      if (word < limit) return word % n;
    }
  }
}

/** What can be wrong: a seal that does not fit, another one than this device saw, a number not from the seed. */
type Finding = "server" | "seats" | "noted" | "own" | "tape";

export interface Verdict {
  fine: boolean;
  /** Which of the comparisons fail. */
  wrong: Finding[];
  /** Whether this device had noted something to compare with. */
  compared: boolean;
  seed: string;
  /** How many numbers were drawn, and drawn again here. */
  drawn: number;
}

/** Whether every number that was drawn is the next one of the seed. */
function drawnFrom(seed: Uint8Array, tape: readonly number[], bounds: readonly number[]): boolean {
  const luck = new Luck(seed);
  return tape.length === bounds.length && tape.every((n, i) => luck.below(BigInt(bounds[i] ?? 1)) === BigInt(n));
}

/**
 * Check the commitments of a proof, compare them with what this device noted at the table, and draw every number
 * again. That the rules ask for just these, and allow every action, `tablee verify` says, with the same file.
 */
export function verify(proof: Proof, noted: { server: string; sealed: string } | null): Verdict {
  const wrong: Finding[] = [];
  const server = unhex(proof.server.secret);
  if (commitment("server", proof.table, server) !== proof.server.commitment) wrong.push("server");
  const shares = proof.shares.map(({ seat, secret }) => ({ seat, secret: unhex(secret) }));
  const sealed = shares.every(
    ({ secret }, i) => commitment("seat", proof.table, secret) === proof.shares[i]?.commitment,
  );
  if (!sealed) wrong.push("seats");
  if (noted && noted.server !== proof.server.commitment) wrong.push("noted");
  if (noted && !proof.shares.some((each) => each.commitment === noted.sealed)) wrong.push("own");
  const seed = seedOf(proof.table, server, shares);
  if (!drawnFrom(seed, proof.tape, proof.bounds)) wrong.push("tape");
  return { fine: wrong.length === 0, wrong, compared: noted !== null, seed: hex(seed), drawn: proof.tape.length };
}
