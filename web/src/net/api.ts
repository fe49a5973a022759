// The server's HTTP side, typed by the protocol.
import type { Fault as Said, Http } from "../generated/protocol";

export class Fault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly messages: { fr: string; en: string },
  ) {
    super(messages.en);
  }
}

type Route = keyof Http;
type Answer<R extends Route> = Http[R]["answer"];

/** Ask, or throw a Fault that says in both languages what was wrong. */
export async function ask<R extends Route>(
  route: R,
  parts: Record<string, string> = {},
  body?: Http[R]["body"],
): Promise<Answer<R>> {
  const [method, pattern] = route.split(" ") as [string, string];
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ""));
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Fault(0, "offline", {
      fr: "Le serveur ne répond pas. Vérifie la connexion.",
      en: "The server does not answer. Check the connection.",
    });
  }
  if (!response.ok) {
    const said = (await response.json().catch(() => null)) as Said | null;
    const plain = { fr: "Quelque chose n’a pas marché.", en: "Something went wrong." };
    throw new Fault(response.status, said?.code ?? "http", (said?.messages as typeof plain) ?? plain);
  }
  return (await response.json()) as Answer<R>;
}
