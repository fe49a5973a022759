// Who one is here: a name, kept by the server's cookie; and what lets one in, if the server asks for it.
import { ask, faultOf } from "../net/api";
import { keep, kept } from "./kept";
import { prefs } from "./prefs.svelte";

const NAME = "tablee.name";
const TOKEN = "tablee.token";
const FRIENDLY = {
  fr: "Pépin Noisette Biscuit Pistache Moustache Caramel Coquelicot Réglisse Myrtille Tournesol".split(" "),
  en: "Pippin Hazel Biscuit Pistachio Whiskers Caramel Poppy Liquorice Bilberry Sunny".split(" "),
};

function friendlyName(): string {
  const names = FRIENDLY[prefs.language];
  return names[Math.floor(Math.random() * names.length)] ?? "Pépin";
}

export const session = $state({
  ready: false,
  person: "",
  name: kept<string>(NAME) ?? friendlyName(),
  needsToken: false,
});

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
  if (said.person !== null && said.name !== null) {
    session.person = said.person;
    session.name = said.name;
  }
  session.ready = true;
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
  keep(NAME, said.name);
  session.person = said.person;
  session.name = said.name;
  session.needsToken = false;
}

/** Be somebody, under the name that stands in the field. */
export async function somebody(wanted = session.name): Promise<void> {
  const clean = wanted.trim() || friendlyName();
  if (!session.person || clean !== session.name) await name(clean);
}
