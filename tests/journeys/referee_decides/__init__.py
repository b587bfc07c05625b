"""Situations of a hall from the table to the papers, each as a referee meets it."""
