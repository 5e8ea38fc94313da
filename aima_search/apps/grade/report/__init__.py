"""What is made of a class's scores: tables, a page for the teacher, Gradescope's file."""
