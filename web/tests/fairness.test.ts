// The luck, checked in the browser as everywhere: against the vectors that all implementations share.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Proof } from "../src/generated/protocol";
import { commitment, Luck, seedOf, verify } from "../src/lib/fairness";
import { hex, unhex } from "../src/lib/hex";

interface Vectors {
  commitments: { role: "server" | "seat"; table: string; secret: string; commitment: string }[];
  seeds: { table: string; server: string; shares: { seat: number; secret: string }[]; seed: string }[];
  draws: { seed: string; below: string[]; drawn: string[] }[];
  proofs: Proof[];
}
const file = new URL("../../tests/vectors/fairness.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf-8")) as Vectors;

test("commitments", () => {
  for (const each of vectors.commitments) {
    expect(commitment(each.role, each.table, unhex(each.secret))).toBe(each.commitment);
  }
});

test("seeds", () => {
  for (const { table, server, shares, seed } of vectors.seeds) {
    const secrets = shares.map(({ seat, secret }) => ({ seat, secret: unhex(secret) }));
    expect(hex(seedOf(table, unhex(server), secrets))).toBe(seed);
  }
});

test("numbers drawn", () => {
  for (const { seed, below, drawn } of vectors.draws) {
    const luck = new Luck(unhex(seed));
    expect(below.map((n) => String(luck.below(BigInt(n))))).toEqual(drawn);
  }
});

test("a true proof is fine, and each lie is found", () => {
  for (const proof of vectors.proofs) {
    const noted = { server: proof.server.commitment, sealed: proof.shares[0]?.commitment ?? "" };
    expect(verify(proof, noted)).toMatchObject({ fine: true, wrong: [], compared: true });
    expect(verify(proof, null)).toMatchObject({ fine: true, compared: false });
    const other = "00".repeat(32);
    expect(verify({ ...proof, server: { ...proof.server, secret: other } }, noted).wrong).toContain("server");
    const shares = proof.shares.map((share) => ({ ...share, secret: other }));
    expect(verify({ ...proof, shares }, noted).wrong).toContain("seats");
    const tape = proof.tape.map((n, i) => (i === 3 ? (n + 1) % (proof.bounds[i] ?? 2) : n));
    if ((proof.bounds[3] ?? 1) > 1) expect(verify({ ...proof, tape }, noted).wrong).toEqual(["tape"]);
    if (tape.length > 0) expect(verify({ ...proof, bounds: proof.bounds.slice(1) }, noted).wrong).toEqual(["tape"]);
    expect(verify(proof, { ...noted, server: other }).wrong).toEqual(["noted"]);
    expect(verify(proof, { ...noted, sealed: other }).wrong).toEqual(["own"]);
  }
});
