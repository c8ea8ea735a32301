// Drives a page with two runs side by side; tests/cli/show.sh compares what it sees.
try {
    see("titles", [...document.querySelectorAll(".diagram .title")].map(t => t.textContent).join(" | "));
    see("at first", now());
    see("other", document.querySelectorAll(".diagram")[1].querySelector(".row.current[data-step]")?.textContent);
    key("Home");
    key("ArrowRight");
    see("both", [...document.querySelectorAll(".row.current[data-step]")].map(r => r.textContent).join(" | "));
    key("End");
    see("end", now());
    key("o");
    see("the other side", document.querySelector(".diagram.used .title").textContent);
    see("there", now());
    key("r");
    see("race there", now());
    see("why", panel("why"));
    see("report", $("report").querySelector("pre").textContent.split("\n")[0]);
} catch (error) { see("error", error.stack); }
leave();
