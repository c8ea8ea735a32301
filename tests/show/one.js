// Drives the page of a race; tests/cli/show.sh compares what it sees.
function drive() {
    see("title", document.title);
    see("at first", now());
    see("lanes", [...document.querySelectorAll(".head text")].map(t => t.firstChild.data).join(", "));
    see("its row", document.querySelector(".row.current .number")?.textContent);
    see("rows", drawn(".row[data-step]"));
    see("arrows", drawn(".edge:not(.race)"));
    see("race line", drawn(".edge.race"));
    see("why", panel("why"));
    see("source line", document.querySelector(".source .code.here").textContent);
    see("goroutines", cells("goroutines"));
    see("variables", cells("variables"));
    key("ArrowLeft");
    see("one step back", now());
    key("Home");
    see("first step", now());
    key("ArrowRight");
    see("one on", now());
    key("r");
    see("first access", now());
    see("its past", drawn(".in-past"));
    see("its future", drawn(".in-future"));
    see("concurrent with it", drawn(".row.apart"));
    key("Escape");
    see("cleared", drawn(".in-past"));
    document.querySelectorAll(".row[data-step]")[1].dispatchEvent(new MouseEvent("click", {bubbles: true}));
    see("click", now());
    see("future of the click", drawn(".in-future"));
    $("slider").value = 3;
    $("slider").dispatchEvent(new Event("input"));
    see("slider", now());
    see("slider says", $("slider").getAttribute("aria-valuetext"));
    $("search").value = "done <-";
    $("search").dispatchEvent(new Event("input"));
    see("search", $("found").textContent);
    key("n");
    see("next match", now());
    key("f");
    see("unfolded rows", drawn(".row[data-step]"));
    key("End");
    see("end", now());
    see("knows", panel("knows"));
}
try { drive(); } catch (error) { see("error", error.stack); }
leave();
