// Who one is here: a name, kept by the server's cookie; and what lets one in, if the server asks for it.
import type { TableNow } from "../generated/protocol";
import { ask, faultOf } from "../net/api";
import { keep, kept } from "./kept";
import { prefs } from "./prefs.svelte";

const NAME = "tablee.name";
const IDEA = "tablee.idea";
const TOKEN = "tablee.token";
const FRIENDLY = {
  fr: "Pépin Noisette Biscuit Pistache Moustache Caramel Coquelicot Réglisse Myrtille Tournesol".split(" "),
  en: "Pippin Hazel Biscuit Pistachio Whiskers Caramel Poppy Liquorice Bilberry Sunny".split(" "),
};

/** A name made up by us, and kept: the same on every page until one has said one's own. */
function friendlyName(taken: readonly string[] = []): string {
  const names = FRIENDLY[prefs.language].filter((each) => !taken.includes(each));
  const made = names[Math.floor(Math.random() * names.length)] ?? "Pépin";
  keep(IDEA, made);
  return made;
}

export const session = $state({
  ready: false,
  person: "",
  name: kept<string>(NAME) ?? kept<string>(IDEA) ?? friendlyName(),
  /** The name is only our idea: nobody has given or accepted it. */
  suggested: kept<string>(NAME) === null,
  needsToken: false,
});

/** Another idea where somebody has that name already. */
export function besides(names: readonly string[]): void {
  if (session.suggested && names.includes(session.name)) session.name = friendlyName(names);
}

/** Take `?token=…` out of the address, where it would be seen and shared. */
function takeToken(): void {
  const query = new URLSearchParams(location.search);
  const token = query.get("token");
  if (token === null) return;
  keep(TOKEN, token);
  query.delete("token");
  const rest = query.toString();
  history.replaceState(null, "", location.pathname + (rest ? `?${rest}` : "") + location.hash);
}

/** Find out who we are; with a token at hand nobody is asked for one, only for a name. */
export async function begin(): Promise<void> {
  takeToken();
  const said = await ask("GET /api/session");
  session.needsToken = said.needs_token && said.person === null && !kept<string>(TOKEN);
  if (said.person !== null && said.name !== null) be(said.person, said.name);
  session.ready = true;
}

function be(person: string, called: string): void {
  keep(NAME, called);
  session.person = person;
  session.name = called;
  session.suggested = false;
}

/** A table in short, also for who has no name here yet. A code that does not open it is forgotten, and asked for. */
export async function glance(table: string, code = kept<string>(TOKEN) ?? ""): Promise<TableNow> {
  try {
    return await ask("GET /api/tables/{table}", code ? { table, token: code } : { table });
  } catch (error) {
    if (faultOf(error).code === "session") {
      keep(TOKEN, null);
      session.needsToken = true;
    }
    throw error;
  }
}

/** Try a code at a table. That there is no such table is said to who is let in. */
export async function unlock(table: string, code: string): Promise<void> {
  await glance(table, code).catch((error: unknown) => {
    if (faultOf(error).code !== "not_found") throw error;
  });
  keep(TOKEN, code);
  session.needsToken = false;
}

/** Take a name; the first time that is what makes us somebody. */
export async function name(wanted: string, token?: string): Promise<void> {
  const code = token ?? kept<string>(TOKEN) ?? "";
  const said = await ask("POST /api/session", {}, { name: wanted, token: code }).catch((error: unknown) => {
    if (faultOf(error).code === "token") {
      keep(TOKEN, null);
      session.needsToken = true;
    }
    throw error;
  });
  if (token) keep(TOKEN, token);
  be(said.person, said.name);
  session.needsToken = false;
}

/** Be somebody, under the name that stands in the field. */
export async function somebody(wanted = session.name): Promise<void> {
  const clean = wanted.trim() || session.name;
  if (!session.person || clean !== session.name) await name(clean);
}
