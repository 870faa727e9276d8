"""A workspace, a score, a judge's report -> pages of HTML that people look at; cards for the terminal."""
