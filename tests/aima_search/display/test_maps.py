"""Maps: every place has a cell of its own, as near to where it lies as there is one."""

from aima_search.display.maps import MapView


def test_places_of_one_cell_move_on_below_and_to_the_right_ring_by_ring():
    places = [str(number) for number in range(10)]
    points = dict.fromkeys(places[:9], (0, 1)) | {"9": (10, 0)}
    cells = MapView(places, points, []).cells
    ring = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert [cells[place] for place in places[:9]] == ring


def test_a_map_of_more_places_than_cells_in_its_frame_is_laid_out():
    places = [str(number) for number in range(10_000)]
    points = {place: (number % 7, number % 11) for number, place in enumerate(places)}
    assert len(set(MapView(places, points, []).cells.values())) == len(places)
