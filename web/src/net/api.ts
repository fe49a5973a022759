// The server's HTTP side, typed by the protocol.
import type { Fault as Said, Http } from "../generated/protocol";

export interface Both {
  fr: string;
  en: string;
}

export class Fault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly messages: Both,
    readonly rule = "",
    /** Seconds after which one may ask again, if the server says. */
    readonly after = 0,
  ) {
    super(messages.en);
  }
}

type Route = keyof Http;
type Answer<R extends Route> = Http[R]["answer"];

const SILENT = {
  fr: "Le serveur ne répond pas. Vérifie la connexion.",
  en: "The server does not answer. Check the connection.",
};
const PLAIN = { fr: "Quelque chose n’a pas marché.", en: "Something went wrong." };

let ahead = 0;

/** The server's time, by its last answer: this device's clock may be wrong. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/** Ask, or throw a Fault that says in both languages what was wrong. `parts` not in the path become the query. */
export async function ask<R extends Route>(
  route: R,
  parts: Record<string, string> = {},
  body?: Http[R]["body"],
): Promise<Answer<R>> {
  const [method, pattern] = route.split(" ") as [string, string];
  const rest = new URLSearchParams(parts);
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    rest.delete(name);
    return encodeURIComponent(parts[name] ?? "");
  });
  const query = rest.toString();
  let response: Response;
  try {
    response = await fetch(query ? `${path}?${query}` : path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Fault(0, "offline", SILENT);
  }
  const date = Date.parse(response.headers.get("date") ?? "");
  if (!Number.isNaN(date)) ahead = date - Date.now();
  if (!response.ok) {
    const after = Number(response.headers.get("retry-after") ?? 0) || 0;
    const said = (await response.json().catch(() => null)) as Said | null;
    throw new Fault(response.status, said?.code ?? "http", said?.messages ?? PLAIN, said?.rule ?? "", after);
  }
  return (await response.json()) as Answer<R>;
}

/** What went wrong, as a Fault: one of the server's, or that something of ours failed. */
export function faultOf(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault(0, "failed", PLAIN);
}
