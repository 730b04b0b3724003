import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into the Python package, which serves it; a user needs no Node.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/theomachy/server/page",
    emptyOutDir: true,
    target: "es2022",
    // From these on light-dark() is native, which a stage darker than the page around it needs.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // How long each plugin took is nobody's business but its author's.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
