import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./theme.css";
import "./frame/frame.css";
import { self } from "./lib/me.svelte";
import { teller } from "./notices/notices.svelte";
import { router } from "./lib/route.svelte";

router.start();
self.start();
teller.start();
mount(App, { target: document.getElementById("app")! });
