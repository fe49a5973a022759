// ?game=mow&reel=4&step=12&seat=0&theme=dark&language=en&auto=1 shows that step of that recorded game.
import { mount } from "svelte";
import Workbench from "./Workbench.svelte";
import "../src/app.css";

const target = document.getElementById("app");
if (target) mount(Workbench, { target });
