"""The tests, by room; `journeys` goes in by the browser and comes out by page and PDF."""
